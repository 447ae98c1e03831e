/* What the short set leaves out. */
import './minimal-answers.test.tsx';
