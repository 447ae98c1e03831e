/* What the short set leaves out. */
import './attacks.lab.test.ts';
