"""One short file a game: its guide (`GUIDE`), under the name of its rule sheet in `variants/`."""

import importlib
from dataclasses import replace

from fairyrules.guide import Guide


def of(game_id: str) -> Guide:
    """The guide of a game, with what its sub-variants say otherwise; an empty one for a game without."""
    name, _, chosen = game_id.partition("/")
    try:
        guide: Guide = importlib.import_module(f"{__name__}.{name.replace('-', '_')}").GUIDE
    except ModuleNotFoundError as error:
        if error.name and not error.name.startswith(__name__):
            raise
        return Guide(summary="")
    for word in filter(None, chosen.split("+")):
        option = guide.options.get(word.partition("=")[0])
        if option is not None:
            guide = replace(
                guide,
                pieces={**guide.pieces, **option.pieces},
                equipment={**guide.equipment, **option.equipment},
            )
    return guide
