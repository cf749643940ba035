"""`reedboard tune`: what pieces are worth, learned from games of the search against itself."""

from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from fairyrules import Game
from fairyrules.search import Values, tuned
from fairyrules.search.tuned import Tuning
from reedboard.archive import game_lookup
from reedboard.bench.engine_match import Score
from reedboard.bench.kept_games import KeptGames
from reedboard.bench.report import RESULTS, Report, commit
from reedboard.bench.tuning import NEEDED, TRIAL_GAMES, Training, prove, proved, tried
from reedboard.errors import ReedboardError

ACCEPTED = Path(tuned.__file__).parent
"""Where the search looks for what was accepted."""


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--games", default=2000, show_default=True, type=click.IntRange(10), help="Played to learn from.")
@click.option("--nodes", default=200, show_default=True, type=click.IntRange(1), help="For a move of these.")
@click.option("--match", default=200, show_default=True, type=click.IntRange(2), help="Games that prove it.")
@click.option("--match-nodes", default=1000, show_default=True, type=click.IntRange(1), help="For a move of these.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(1, 9), help="Another one, other games.")
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the games are kept; tune-GAME.jsonl if not given, and those of the match beside it.",
)
@click.option("--resume", is_flag=True, help="Go on with the games that are kept there.")
@click.option("--again", is_flag=True, help="Learn nothing: play the match of what is accepted again.")
@click.option(
    "--into",
    default=ACCEPTED,
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="The folder for what is accepted; the search's own if not given.",
)
@RESULTS
def command(
    name: str,
    games: int,
    nodes: int,
    match: int,
    match_nodes: int,
    seed: int,
    keep: Path | None,
    resume: bool,
    again: bool,
    into: Path,
    results: Path | None,
) -> None:
    """Tune what the pieces of GAME (an id, or a TOML sheet's path) are worth to the search.

    The search plays against itself, values are fitted to how the games ended, and a match against the values derived
    from the sheet decides: without 60 % of its points nothing is accepted, and nothing changes. Broken off, it goes on
    with --resume. A search that has changed may ask for the same match --again.
    """
    game = game_lookup.find(name)
    path = into / tuned.file_name(game.id)
    kept = keep or Path(f"tune-{tuned.file_name(game.id)}").with_suffix(".jsonl")
    proof = kept.with_suffix(f".match-{match_nodes}-{'again' if again else games}.jsonl")
    if kept.exists() and not (resume or again):
        raise ReedboardError(f"{kept} has games from before: go on with them by --resume, or name another by --keep")
    found, learned, trials = (_accepted(game, path) if again else Tuning(0, {})), "nothing anew", dict[int, Score]()
    report = Report(results)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Games to learn from", total=games)

        def show(score: Score, words: str = "Match", total: int = match) -> None:
            done = score.won + score.drawn + score.lost
            bar.update(task, description=f"{words}: {score}", total=total, completed=done)

        def show_trial(share: int, score: Score) -> None:
            show(score, f"Trial of {share} %", TRIAL_GAMES)

        def keep_of(tuning: Tuning) -> KeptGames[float]:
            return KeptGames(proof, f"{commit()}, {tuned.text_of(tuning)}" if again else tuned.text_of(tuning))

        if not again:
            training = Training(game, nodes, seed, kept)
            for done in training.play(games):
                bar.update(task, completed=done)
            found, trials = tried(game, training.fit(), match_nodes, keep_of, show_trial)
            learned = f"{len(training.samples)} games"
        score = prove(game, found, match, match_nodes, keep_of(found), show)

    derived = Values(game.start())
    report.table(f"{game.id}: what tuning adds", ("kind", "derived worth", "worth", "forward", "middle", "aside"))
    for letter, shift in found.kinds.items():
        worth = derived.worth[game.rules.codes.code(letter, 0)]
        report.row((letter, *(str(each) for each in (worth, shift.worth, shift.forward, shift.middle, shift.aside))))
    if trials:
        report.table("trials of how much of the fit", ("share", "games", "points"))
        for share, trial in trials.items():
            report.row((f"{share} %", str(trial), f"{trial.share:.0f} %"))
    played = score.won + score.drawn + score.lost
    accepted = proved(score, match)
    words = f"{match_nodes} nodes a move, tuned against derived values"
    report.table(words, ("game", "learned from", "games", "points", "accepted"))
    verdict = "yes" if accepted else f"no: {NEEDED} % of {match} games are needed"
    report.row((game.id, learned, f"{score} of {match}", f"{score.share:.0f} %", verdict))
    report.close()
    if not accepted:
        ended = f" (of {match}: more could not change that)" if played < match else ""
        after = (
            f"{path} stands, unproved: tune {game.id} anew" if again else "The search goes on with the values it has"
        )
        click.echo(f"Nothing is accepted: {score}{ended}. {after}.")
        return
    try:
        text = tuned.text_of(Tuning(found.derived, found.kinds, f"{score}, {words}"))
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ReedboardError(f"{path} cannot be written ({error.strerror}): name a folder by --into") from error
    click.echo(f"Accepted: {path}")


def _accepted(game: Game, path: Path) -> Tuning:
    """What was accepted for the game. Raises ReedboardError where nothing was that counts still."""
    try:
        found = tuned.parse(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ReedboardError(f"{path} cannot be read ({error.strerror}): without --again {game.id} is tuned") from error
    if not Values(game.start(), found).tuned:
        raise ReedboardError(f"{path} was proved for other values than {game.id} has now: tune it without --again")
    return found
