"""The closed loop: plan, act, look, plan again, in any world that can be looked at and acted in."""
