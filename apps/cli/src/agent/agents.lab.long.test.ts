/* What the short set leaves out. */
import './agents.lab.test.ts';
