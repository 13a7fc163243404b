"""llama.cpp as a host: GGUF models, quantised as they are, on machines without a large GPU."""
