/* What the short set leaves out. */
import './hostile-agent.test.ts';
