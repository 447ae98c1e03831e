/* What the short set leaves out. */
import './check-path.lab.test.ts';
