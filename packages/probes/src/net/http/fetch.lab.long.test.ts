/* What the short set leaves out. */
import './fetch.lab.test.ts';
