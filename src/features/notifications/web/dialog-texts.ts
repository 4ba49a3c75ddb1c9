/** What the bell opens says, apart from the texts of the bell, which loads first. */
export const dialogTexts = {
  heldFocus: "You're in focus mode. New notifications wait here.",
  heldQuiet: "It's your quiet time. New notifications wait here.",
  empty:
    "Nothing new. Here you see comments that mention you, tasks assigned to you, due within a day or back from a snooze, meetings and imports that are ready, accounts to connect again, and limits that are near.",
  emptyWithoutPlans:
    "Nothing new. Here you see comments that mention you, tasks assigned to you, due within a day or back from a snooze, meetings and imports that are ready, and accounts to connect again.",
} as const;
