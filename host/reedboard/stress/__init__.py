"""Attacks on what is promised to be kept: failing disks, kills, power cuts, bad lines, damage, odd input, long play."""
