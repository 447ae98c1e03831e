/* What the short set leaves out. */
import './hostile-servers.lab.test.ts';
