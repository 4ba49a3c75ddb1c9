/** Longest sentence that is shown (characters). */
const longest = 600;
/** Most of a sentence that is read (characters): some patterns take long for more. Markup is left out, so it is more. */
const mostRead = 4 * longest;

const markdownLink = /!?\[([^\]]*)\]\s?\([^)]*\)/g;
const reference = /^\s*\[[^\]]*\]:.*$/;
const tag = /<\/?[a-z!][^>]*>?/gi;
const address =
  /\b[a-z][a-z\d+.-]*:\/\/\S+|\bwww\.\S+|\b(?:javascript|data|vbscript):\S+|(?<!@)\b(?:[\p{L}\d-]+\.)+\p{L}{2,}[/?#]\S*/giu;
/** Characters that nobody sees, such as those that turn the direction of a text. */
export const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;
const marks = /^\s*(?:[-*•>]\s+|#{1,6}\s+|\d{1,2}[.)]\s+)+|\*\*|__|`+/g;

/**
 * A model's sentence without markup. An address stays only if a passage contains it, so that nothing that the model
 * was made to collect can leave through one.
 *
 * @param material - the texts that the model was given.
 */
export function toPlainText(text: string, material: readonly string[]): string {
  const words = text
    .slice(0, mostRead)
    .replace(invisible, " ")
    .replace(reference, "")
    .replace(markdownLink, "$1")
    .replace(tag, "")
    .replace(marks, "")
    .replace(address, (found) => {
      const bare = found.replace(/[.,;:!?)\]}'"»”]+$/, "");
      return material.some((one) => one.includes(bare)) ? found : "[address left out]";
    });
  return words.replace(/\s+/g, " ").trim().slice(0, longest);
}
