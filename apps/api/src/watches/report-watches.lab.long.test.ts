/* What the short set leaves out. */
import './report-watches.lab.test.ts';
