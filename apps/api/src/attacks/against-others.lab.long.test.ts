/* What the short set leaves out. */
import './against-others.lab.test.ts';
