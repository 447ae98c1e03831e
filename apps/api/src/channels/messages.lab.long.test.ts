/* What the short set leaves out. */
import './messages.lab.test.ts';
