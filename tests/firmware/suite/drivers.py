from reed.chain165 import Chain165
from reed.matrix import Matrix
from reed.mcp23017 import Mcp23017


class Spi:
    """A chain of shift registers: `inputs` latched by `load(0)`, shifted out by `readinto`."""

    def __init__(self, inputs):
        self.inputs = bytearray(inputs)
        self.transfers = []
        self.at = 0

    def load(self, level):
        if not level:
            self.latched = bytes(self.inputs)
            self.at = 0

    def readinto(self, buffer):
        self.transfers.append(len(buffer))
        for i in range(len(buffer)):
            buffer[i] = self.latched[self.at]
            self.at += 1


def chain(inputs, low, high, burst=0):
    spi = Spi(inputs)
    return spi, Chain165(spi, spi.load, len(inputs), bytes(low), bytes(high), burst)


def test_chain_reads_every_input_and_trusts_it_when_the_ties_are_right():
    _, driver = chain([0xFF, 0x80, 0xA5], [0, 0x40, 0], [0, 0x80, 0])
    assert driver.read() == -1
    assert bytes(driver.levels) == bytes([0xFF, 0x80, 0xA5])


def test_chain_without_ties_trusts_what_it_reads():
    _, driver = chain([0, 0], [0, 0], [0, 0])
    assert driver.read() == -1


def test_broken_chain_names_the_first_silent_chip():
    ties_low = [0, 0x40, 0, 0x40, 0, 0x40]
    ties_high = [0, 0x80, 0, 0x80, 0, 0x80]
    whole = [0xFF, 0xBF] * 3
    for cut in range(6):
        spi, driver = chain(whole, ties_low, ties_high)
        spi.inputs[cut:] = bytes(6 - cut)
        assert driver.read() == cut, cut
        spi.inputs[:] = bytes(whole)
        assert driver.read() == -1


def test_slipped_bits_are_noticed_and_nothing_since_the_last_good_tie_is_trusted():
    _, driver = chain([0xFF, 0xBF, 0xFF, 0x5F], [0, 0x40, 0, 0x40], [0, 0x80, 0, 0x80])
    assert driver.read() == 2


def test_chain_is_read_in_parts_when_told():
    spi, driver = chain(list(range(40)), [0] * 40, [0] * 40, 31)
    assert driver.read() == -1
    assert spi.transfers == [31, 9]
    assert bytes(driver.levels) == bytes(range(40))


class Rows:
    """A matrix of 3 rows and 8 columns with these reeds closed, as (row, column)."""

    def __init__(self, closed, shorted=0):
        self.closed = closed
        self.shorted = shorted
        self.selected = 255

    def write(self, buffer):
        self.shifted = buffer[0]

    def latch(self, level):
        if level:
            self.selected = self.shifted

    def load(self, level):
        pass

    def readinto(self, buffer):
        columns = 255 & ~self.shorted
        for row, column in self.closed:
            if not self.selected >> row & 1:
                columns &= ~(1 << column)
        buffer[0] = columns


def test_matrix_reads_row_by_row():
    rows = Rows([(0, 1), (2, 7)])
    driver = Matrix(rows, rows.latch, rows.load, 3, 8, lambda: None)
    assert driver.read() == -1
    assert bytes(driver.levels) == bytes([0xFD, 0xFF, 0x7F])
    assert rows.selected == 255 & ~4


def test_matrix_distrusts_a_column_closed_without_a_row():
    rows = Rows([], shorted=16)
    driver = Matrix(rows, rows.latch, rows.load, 3, 8, lambda: None)
    assert driver.read() == 0


class Bus:
    """MCP23017s on I2C; those in `away` do not answer."""

    def __init__(self, ports):
        self.ports = ports
        self.away = []
        self.pulled_up = []

    def writeto_mem(self, address, register, data):
        if address - 0x20 in self.away:
            raise OSError(5)
        self.pulled_up.append(address)

    def readfrom_mem_into(self, address, register, buffer):
        if address - 0x20 in self.away:
            raise OSError(5)
        buffer[0], buffer[1] = self.ports[address - 0x20]


def test_expanders_are_read_in_order_with_pull_ups_on():
    bus = Bus([(1, 2), (3, 4)])
    driver = Mcp23017(bus, 2)
    assert driver.read() == -1
    assert bytes(driver.levels) == bytes([1, 2, 3, 4])
    assert bus.pulled_up == [0x20, 0x21]


def test_expander_that_is_away_is_named_and_woken_when_it_returns():
    bus = Bus([(1, 2), (3, 4), (5, 6)])
    driver = Mcp23017(bus, 3)
    driver.read()
    bus.away = [1]
    bus.ports[1] = (9, 9)
    assert driver.read() == 1
    assert bytes(driver.levels) == bytes([1, 2, 3, 4, 5, 6])
    bus.away = []
    assert driver.read() == -1
    assert bytes(driver.levels) == bytes([1, 2, 9, 9, 5, 6])
    assert bus.pulled_up == [0x20, 0x21, 0x22, 0x21]
