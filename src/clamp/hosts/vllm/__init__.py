"""vLLM as the host: constraints carried in requests, checked at the door, followed inside the engine."""
