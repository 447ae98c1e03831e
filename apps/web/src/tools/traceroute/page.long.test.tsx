/* What the short set leaves out. */
import './page.test.tsx';
