import os

from reed import config

NAME = "reedboard-test.cfg"


def clean():
    for name in (NAME, NAME + ".new"):
        try:
            os.remove(name)
        except OSError:
            pass


def refusal(text):
    try:
        config.unpack(text, "board.cfg")
    except config.ConfigError as error:
        return str(error)
    raise AssertionError("accepted: " + text)


def test_values_are_read_back_as_saved():
    clean()
    config.save(NAME, {"brightness": 40, "swaps": [[3, 4]]})
    assert config.load(NAME) == {"brightness": 40, "swaps": [[3, 4]]}
    config.save(NAME, {"brightness": 41})
    assert config.load(NAME) == {"brightness": 41}
    clean()


def test_missing_file_is_no_error():
    clean()
    assert config.load(NAME) is None


def test_truncated_file_is_recognised_at_every_length():
    text = config.pack({"board": "10x10", "bits": 128})
    for length in range(len(text) - 1):
        assert "board.cfg" in refusal(text[:length])


def test_file_of_another_version_is_recognised():
    text = config.pack({}).replace("reedboard-config 1", "reedboard-config 2")
    assert refusal(text) == "board.cfg has format 2, this firmware reads 1: flash the board again"


def test_changed_byte_is_recognised():
    text = config.pack({"bits": 128})
    assert "damaged" in refusal(text.replace("128", "136"))


def test_power_loss_at_any_byte_of_writing_leaves_a_whole_file():
    old = {"brightness": 40}
    new = {"brightness": 200, "swaps": [[1, 2]]}
    text = config.pack(new)
    for length in range(0, len(text) + 1, 3):
        clean()
        config.save(NAME, old)
        with open(NAME + ".new", "w") as file:
            file.write(text[:length])
        assert config.load(NAME) == old
    clean()


def test_power_loss_between_removing_and_renaming_leaves_the_new_file():
    clean()
    with open(NAME + ".new", "w") as file:
        file.write(config.pack({"brightness": 9}))
    assert config.load(NAME) == {"brightness": 9}
    clean()
