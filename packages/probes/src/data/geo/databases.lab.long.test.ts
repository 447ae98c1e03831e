/* What the short set leaves out. */
import './databases.lab.test.ts';
