/* What the short set leaves out. */
import './jobs.lab.test.ts';
