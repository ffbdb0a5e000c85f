"""Tools that production never imports: the embedded stack, demos, drills, benchmarks and the compiler of the engine."""
