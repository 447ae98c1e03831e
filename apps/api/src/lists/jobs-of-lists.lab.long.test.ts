/* What the short set leaves out. */
import './jobs-of-lists.lab.test.ts';
