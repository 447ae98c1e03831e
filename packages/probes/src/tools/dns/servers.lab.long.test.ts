/* What the short set leaves out. */
import './servers.lab.test.ts';
