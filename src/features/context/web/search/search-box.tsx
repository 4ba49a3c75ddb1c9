import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../../../web/ui/icon-button";
import { lazyPart } from "../../../../web/ui/lazy-part";
import { useAriaKeys, useKeyNames, withKeys } from "../../../../web/ui/shortcuts/key-hint";
import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import classes from "./search-box.module.css";
import { searchTexts } from "./texts";

const SearchResults = lazyPart(() => import("./search-results"), "SearchResults");

/** Shortest search (characters). */
const shortest = 2;

interface SearchBoxProps {
  teamId: string;
}

/** The box in the header: `/` leads to it, and what it finds appears below while typing. On phones, it is a button. */
export function SearchBox({ teamId }: SearchBoxProps) {
  const nameOf = useKeyNames();
  const spoken = useAriaKeys();
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const keys = useRef<(key: "ArrowDown" | "ArrowUp" | "Enter") => void>(undefined);
  useShortcut({ key: "/", label: searchTexts.shortcut, group: "Anywhere", run: () => show() });
  useEffect(() => {
    if (open) input.current?.focus();
  }, [open]);
  const show = () => {
    SearchResults.preload();
    setOpen(true);
    input.current?.focus();
  };
  const close = () => {
    setOpen(false);
    setActive(undefined);
  };
  const shown = open && text.trim().length >= shortest;
  return (
    <search
      className={classes.search}
      data-open={open || undefined}
      ref={box}
      onBlur={({ relatedTarget }) => {
        if (!box.current?.contains(relatedTarget)) close();
      }}
    >
      <IconButton className={classes.button ?? ""} label={searchTexts.label} onClick={show}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
      </IconButton>
      <div className={classes.field}>
        <IconSearch size={16} stroke={1.75} className={classes.icon} aria-hidden />
        <input
          ref={input}
          type="text"
          className={classes.input}
          placeholder={searchTexts.placeholder}
          aria-label={searchTexts.label}
          aria-keyshortcuts={spoken("/")}
          title={withKeys(searchTexts.label, nameOf("/"))}
          role="combobox"
          aria-expanded={shown}
          aria-controls="search-results"
          aria-autocomplete="list"
          aria-activedescendant={shown ? active : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onFocus={show}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setOpen(true);
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") {
              if (text) setText("");
              else input.current?.blur();
              close();
            }
            if (event.key === "ArrowDown" || event.key === "ArrowUp" || event.key === "Enter") {
              if (event.nativeEvent.isComposing) return;
              event.preventDefault();
              keys.current?.(event.key);
            }
          }}
        />
      </div>
      {shown && (
        <SearchResults
          teamId={teamId}
          text={text.trim()}
          keys={keys}
          active={active}
          onActive={setActive}
          onSearch={(next) => {
            setText(next);
            input.current?.focus();
          }}
          onDone={() => {
            setText("");
            close();
            input.current?.blur();
          }}
        />
      )}
    </search>
  );
}
