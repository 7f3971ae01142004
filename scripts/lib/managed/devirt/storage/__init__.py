"""scripts/stress devirt --storage: generated programs that reuse storage."""
