/* Tables of a whole report as well. */
import './make-report.test.ts';
