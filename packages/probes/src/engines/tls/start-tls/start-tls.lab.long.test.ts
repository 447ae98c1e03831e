/* What the short set leaves out. */
import './start-tls.lab.test.ts';
