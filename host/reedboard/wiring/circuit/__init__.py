"""Circuit boards as data: netlist and places in; KiCad project, films, picture and checks out.

Two kinds are drawn with it: strips (`wiring/strip/`) and the carrier of a microcontroller (`wiring/carrier/`).
"""
