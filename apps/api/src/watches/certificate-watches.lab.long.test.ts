/* What the short set leaves out. */
import './certificate-watches.lab.test.ts';
