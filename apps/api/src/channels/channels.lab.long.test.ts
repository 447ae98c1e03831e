/* What the short set leaves out. */
import './channels.lab.test.ts';
