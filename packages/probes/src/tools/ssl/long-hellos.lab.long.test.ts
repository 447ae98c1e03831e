/* What the short set leaves out. */
import './long-hellos.lab.test.ts';
