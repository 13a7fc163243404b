"""SafeAgentBench: tasks with requirements and hazards, judged rule by rule by an evaluator that steers nothing."""
