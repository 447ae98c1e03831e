/* What the short set leaves out. */
import './unread-answers.lab.test.ts';
