/** What is loaded once the person is known; the first view does without. */
export { forgetReads, keepOffline } from "./offline/offline-data";
export { keepFocus } from "./ui/shortcuts/kept-focus";
