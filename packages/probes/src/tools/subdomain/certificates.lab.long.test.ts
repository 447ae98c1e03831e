/* What the short set leaves out. */
import './certificates.lab.test.ts';
