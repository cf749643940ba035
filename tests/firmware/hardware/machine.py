"""Stands in for MicroPython's `machine`: pins that remember, a chain with one closed reed, no real time lost."""


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number, mode=0, pull=0, value=1):
        self.level = value

    def __call__(self, level=None):
        self.level = self.level if level is None else level
        return self.level


class SPI:
    """Delivers what a test puts into `inputs`."""

    inputs = bytes(60)

    def __init__(self, number, **options):
        self.options = options

    def readinto(self, buffer):
        for i in range(len(buffer)):
            buffer[i] = self.inputs[i]

    def write(self, buffer):
        pass


class I2C:
    def __init__(self, number, sda, scl, freq):
        pass

    def writeto_mem(self, address, register, data):
        pass

    def readfrom_mem_into(self, address, register, buffer):
        buffer[0] = buffer[1] = 255


class PWM:
    """Sounds from its making on, as an ESP32's does, unless told its duty."""

    def __init__(self, pin, freq=5000, duty_u16=32768):
        self.hz = freq
        self.duty = duty_u16
        self.loudest = duty_u16
        sounding.append(self)

    def freq(self, hz):
        self.hz = hz

    def duty_u16(self, duty):
        self.duty = duty
        self.loudest = max(self.loudest, duty)


class WDT:
    fed = 0

    def __init__(self, timeout):
        assert timeout <= 8388

    def feed(self):
        WDT.fed += 1


sounding = []
written = []
timings = []


def bitstream(pin, encoding, timing, data):
    written.append(len(data))
    timings.append(timing)
    pin.data = bytes(data)


class RestartedError(BaseException):  # no fault that a program could survive
    pass


def reset():
    raise RestartedError()
