"""What a person at the terminal sees of a game: a line when something happens, nothing when nothing does."""

from rich.console import Console

from reedboard.game.status import PlyView, Status


class TerminalView:
    """Prints what changed from one status to the next. One thread calls it."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._before: Status | None = None
        self._printed: dict[int, str] = {}

    def show(self, now: Status) -> None:
        """Prints what is new in `now`."""
        before, self._before = self._before, now
        if before is None or before.game.record != now.game.record:
            self._printed.clear()
            self._console.print(f"[bold]{now.game.name}[/bold], record {now.game.record}")
            before = None
        if before is None or before.connection != now.connection:
            style = {"connected": "green", "lost": "bold red", "searching": "yellow"}[now.connection.state]
            self._console.print(f"[{style}]{now.connection.text}[/{style}]")
        self._moves(now.moves)
        if now.question and (before is None or before.question != now.question):
            choices = ", ".join(choice.text for choice in now.question.choices)
            self._console.print(f"[bold blue]{now.question.text}[/bold blue] {choices}")
        if (
            now.machine
            and now.machine.san
            and not (before and before.machine and before.machine.text == now.machine.text)
        ):
            self._console.print(f"[bold blue]{now.machine.text}[/bold blue]")
            for step in now.machine.steps:
                self._console.print(f"  {step.text}")
        if now.advice and now.advice.lines and not (before and before.advice == now.advice):
            for line in now.advice.lines:
                self._console.print(f"  {line.value:>6}  {line.line}")
        if now.trouble and (before is None or not before.trouble):
            self._console.print(f"[bold yellow]{now.trouble.text}[/bold yellow]")
            for step in now.trouble.steps[:6]:
                self._console.print(f"  {step.text}")
        if before is not None and before.trouble and not now.trouble:
            self._console.print("[green]Board and game agree again.[/green]")
        for notice in (*(sensor.text for sensor in now.sensors), *now.notices):
            if before is None or notice not in (*(sensor.text for sensor in before.sensors), *before.notices):
                self._console.print(f"[magenta]{notice}[/magenta]")
        if now.outcome and (before is None or before.outcome != now.outcome):
            result = "" if now.outcome.result == "*" else f"[bold]{now.outcome.result}[/bold], "
            self._console.print(f"{result}{now.outcome.reason}")

    def _moves(self, moves: tuple[PlyView, ...]) -> None:
        """Prints moves once they stand, and says so when one that was printed no longer does."""
        told = {ply.ply: ply for ply in moves}
        for number in sorted(self._printed, reverse=True):
            if number not in told:
                self._console.print(f"[dim]ply {number} taken back[/dim]")
            if number not in told or told[number].move != self._printed[number]:
                del self._printed[number]
        for number, ply in told.items():
            if number not in self._printed and ply.state == "settled":
                self._printed[number] = ply.move
                dots = "." if ply.side == "w" else "..."
                self._console.print(f"{ply.number:>4}{dots} {ply.san}", highlight=False)
