/* What the short set leaves out. */
import './agent-clock.test.ts';
