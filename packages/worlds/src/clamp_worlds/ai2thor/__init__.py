"""AI2-THOR as SafeAgentBench uses it: its things, its 17 actions, its floor plans, and rules against ten hazards."""
