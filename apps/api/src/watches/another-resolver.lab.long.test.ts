/* What the short set leaves out. */
import './another-resolver.lab.test.ts';
