/** The text shown for a message whose content its provider withholds, or that Zippy can't put into words. */
export const unreadable = (channelName: string): string =>
  `(This message can only be read in ${channelName}.)`;
