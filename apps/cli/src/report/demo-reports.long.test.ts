/* The targets that the short set leaves out. */
import './demo-reports.test.ts';
