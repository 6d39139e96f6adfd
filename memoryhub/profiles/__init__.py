"""What an agent should know before it is asked anything: stable facts, recent context, and answers to a question."""
