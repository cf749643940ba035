"""One physical board: geometry, placement, occupancy, wire lines, link session, LED frames. Pure."""
