/* What the short set leaves out. */
import './hostile-rdap.lab.test.ts';
