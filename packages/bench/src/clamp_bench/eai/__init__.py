"""EAI VirtualHome, Action Sequencing: plans, EAI's own judge, and the report."""
