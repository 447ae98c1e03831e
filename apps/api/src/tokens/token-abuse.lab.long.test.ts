/* What the short set leaves out. */
import './token-abuse.lab.test.ts';
