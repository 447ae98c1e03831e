/* What the short set leaves out. */
import './backup.lab.test.ts';
