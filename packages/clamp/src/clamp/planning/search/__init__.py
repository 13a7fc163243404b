"""Which states can still reach the goal within the budget: projection, bounds, exact refutation."""
