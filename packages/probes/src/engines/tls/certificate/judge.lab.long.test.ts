/* What the short set leaves out. */
import './judge.lab.test.ts';
