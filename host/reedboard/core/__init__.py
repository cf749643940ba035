"""Pure: wire codec, occupancy, board profiles, tracker, lights policy, status. No port, clock, file or log."""
