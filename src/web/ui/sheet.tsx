import { ActionIcon } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { ModalClose, ModalFrame } from "./modal/modal-frame";
import classes from "./sheet.module.css";
import { useReturnedFocus } from "./shortcuts/returned-focus";
import { ShortcutScope } from "./shortcuts/shortcuts";
import { useSystemBack } from "./system-back";

interface SheetProps {
  title: string;
  onClose: () => void;
  /** Shows a back button before the title. */
  onBack?: () => void;
  /** Width in pixels; on phones it fills the screen. */
  width: number;
  /** A small title, for a dialog whose content begins with its own title. */
  quiet?: boolean;
  /** Has one height, whatever it shows, so that its buttons stay where they are. */
  steady?: boolean;
  /** The address names what it shows, so that Back closes it anyway. */
  inAddress?: boolean;
  /** In the middle of the window. */
  small?: boolean;
  /** A short question: small, and a card on phones too. */
  question?: boolean;
  /** Another dialog is on top and handles Escape and Tab. */
  covered?: boolean;
  /** The content marks what gets the focus (`data-autofocus`); default: the title. */
  focusInside?: boolean;
  /** Stays visible below the content. */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A dialog for reading or editing one thing; mounted means open. It opens and closes without a transition,
 * and returns the focus to where it was.
 */
export function Sheet({
  title,
  onClose,
  onBack,
  width,
  quiet = false,
  inAddress = false,
  steady = false,
  question = false,
  small = question,
  covered = false,
  focusInside = false,
  footer,
  children,
}: SheetProps) {
  useReturnedFocus();
  useSystemBack(!inAddress, onClose);
  const titleId = useId();
  return (
    <ModalFrame
      onClose={onClose}
      titleId={titleId}
      width={width}
      centered={small}
      covered={covered}
      aroundClass={question ? undefined : classes.inner}
      className={[classes.content, question ? classes.question : classes.page, steady && classes.steady]
        .filter(Boolean)
        .join(" ")}
    >
      <ShortcutScope>
        <div className={classes.header}>
          {onBack && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="var(--z-control)"
              className={classes.back}
              aria-label="Back"
              onClick={onBack}
            >
              <IconArrowLeft size={20} aria-hidden />
            </ActionIcon>
          )}
          <h2
            id={titleId}
            className={classes.title}
            data-quiet={quiet || undefined}
            tabIndex={-1}
            data-autofocus={focusInside ? undefined : true}
            dir="auto"
          >
            {title}
          </h2>
          <ModalClose onClose={onClose} />
        </div>
        <div className={classes.body}>{children}</div>
        {footer && <div className={classes.footer}>{footer}</div>}
      </ShortcutScope>
    </ModalFrame>
  );
}
