/* What the short set leaves out. */
import './hostile-hub.lab.test.ts';
